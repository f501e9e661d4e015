/** `npm run mcp`: an MCP server over the API of a service, on its input and output or, with --http, over HTTP. */

import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';
import { meetingBots } from '../lib/client/index.ts';
import { serveMcpOverHttp } from '../lib/mcp/http.ts';
import { mcpServer } from '../lib/mcp/server.ts';
import { usage } from './help.ts';

const refuse = (reason: string): never => {
  console.error(`${reason}\n${usage('bin/mcp.ts')}`);
  process.exit(2);
};

const { http, port, host, name } = parseArgs({
  options: {
    http: { type: 'boolean', default: false },
    port: { type: 'string', default: '8090' },
    host: { type: 'string', default: '127.0.0.1' },
    name: { type: 'string', multiple: true, default: [] },
  },
}).values;
const { BASE_URL = 'http://127.0.0.1:8080', API_KEY } = process.env;
if (!URL.canParse(BASE_URL)) refuse('BASE_URL is no address');
else if (http) {
  const { data } = z.coerce.number().int().min(0).max(65_535).safeParse(port);
  const served = await serveMcpOverHttp({
    ...{ base_url: BASE_URL, host, names: name },
    port: data ?? refuse('--port takes 0 to 65535'),
  }).catch((error: Error) => refuse(`cannot serve at ${host}, port ${port}: ${error.message}`));
  console.log(`MCP at ${served.url}, for the service at ${BASE_URL}`);
} else if (API_KEY) await mcpServer(meetingBots(BASE_URL, API_KEY)).connect(new StdioServerTransport());
else refuse("API_KEY is not set: it is your project's key, which `npm start` prints");
