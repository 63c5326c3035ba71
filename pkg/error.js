/** The error that the package throws. */
export class ReconveneError extends Error {
  /**
   * @param {import("./reconvene.js").ErrorCode} code
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "ReconveneError";
    this.code = code;
  }
}

/**
 * What a value is, in words.
 * @param {unknown} value
 */
export function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
