/** What of the SDK of the Model Context Protocol is used. `scripts/build.js` makes one file of it, `generated/mcp.js`. */
// The SDK comes with it, and validates by it as well.

export { Server } from "@modelcontextprotocol/sdk/server/index.js";
export { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
export { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
export { Ajv } from "ajv";
