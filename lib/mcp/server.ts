/** The Model Context Protocol over the API of a service: https://modelcontextprotocol.io */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import manifest from '../../package.json' with { type: 'json' };
import { ApiError, type MeetingBots } from '../client/index.ts';
import { messageOf } from '../process/message-of.ts';
import { type Tool, tools } from './tools.ts';

const instructions = `Bots that join online meetings, record them and write down who said what. send_bot answers an id; get_bot tells
how far the bot is; once it is ended, or while it is in the meeting, get_transcript reads what was said. A bot stays in the
waiting room until somebody in the meeting lets it in.`;

/** What went wrong, in words that tell what to change. */
const faultOf = (error: unknown): string => {
  if (error instanceof ApiError) {
    const { errors = {} } = (error.body ?? {}) as { errors?: Record<string, string[]> };
    const fields = Object.entries(errors).map(([field, faults]) => `${field}: ${faults.join(', ')}`);
    return [error.message, ...fields.filter((field) => !error.message.includes(field))].join('\n');
  }
  return `the service does not answer (${messageOf(error)}): is it running, and is BASE_URL its address?`;
};

const carryOut = async ({ run }: Tool, client: MeetingBots, input: unknown): Promise<CallToolResult> => {
  try {
    return { content: [{ type: 'text', text: await run(client, input) }] };
  } catch (error) {
    // A tool that fails says so in its answer, so that the model can do something about it.
    return { content: [{ type: 'text', text: faultOf(error) }], isError: true };
  }
};

/** A server with all tools, for one connection. */
export const mcpServer = (client: MeetingBots): McpServer => {
  const server = new McpServer({ name: 'meeting-bots', version: manifest.version }, { instructions });
  for (const [name, tool] of Object.entries(tools)) {
    const { title, description, effect, input } = tool;
    const hints = { readOnlyHint: effect === 'reads', destructiveHint: effect === 'deletes', openWorldHint: true };
    const annotations = { title, ...hints };
    server.registerTool(name, { title, description, annotations, inputSchema: input.shape }, (given) =>
      carryOut(tool, client, given),
    );
  }
  return server;
};
