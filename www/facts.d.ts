/** What the build knows: the addresses of files whose names tell their content, from beside the script. */
declare const WASM: string;
declare const SAMPLES: string;
