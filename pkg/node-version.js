/** Whether this Node is new enough. It is written for any Node that has modules: an old one has to read it. */

const NEEDED = "20.19, 22.12 or newer";

/** @param {string} version */
function isOldNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12);
}

/** What to do about an old Node; null where it is new enough. */
export function oldNode(version = process.versions.node) {
  if (!isOldNode(version)) return null;
  return `Node ${version} is too old: reconvene needs ${NEEDED}. Install it from https://nodejs.org, or with your version manager (nvm install 22).`;
}
