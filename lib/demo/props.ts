/** What the grand demo brings along: a film, a voice agent's page and a picture of the bot. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type FileServer, serveFiles } from './file-server.ts';

const prop = (name: string): string => fileURLToPath(new URL(`./props/${name}`, import.meta.url));

/** The film at `teaser.mp4`, the agent's page at `agent.html`. */
export const serveProps = (): Promise<FileServer> =>
  serveFiles({
    'teaser.mp4': { path: prop('teaser.mp4'), type: 'video/mp4' },
    'agent.html': { path: prop('agent.html'), type: 'text/html' },
    'agent.opus': { path: prop('agent.opus'), type: 'audio/ogg' },
  });

/** The picture, as the API takes it. */
export const botImage = async () => ({
  type: 'image/png' as const,
  data: (await readFile(prop('bot.png'))).toString('base64'),
});
