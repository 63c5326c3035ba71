/** What the build tells the service worker: the files of this version, and what names their content. */
declare const FILES: string[];
declare const VERSION: string;
/** The content security policy of the page. */
declare const POLICY: string;
