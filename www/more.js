/** What no first paint and no first report needs. A part that few need, as the editor, is imported where it is used. */

export { Divider } from "./divide.js";
export { droppedFiles, folderFiles, readFiles } from "./files.js";
export { copy, handOn } from "./hand-on.js";
export { workOffline } from "./offline.js";
export { Opened } from "./opened.js";
export { worked } from "./read.js";
export { samples } from "./samples.js";
export { copyLink, read } from "./share.js";
export { work } from "./work.js";
