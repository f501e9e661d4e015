/** The same bot as a program would send it, to copy. */

export const curlOf = (origin: string, body: object): string =>
  [
    `curl -X POST ${origin}/api/v1/bots \\`,
    `  -H "Authorization: Token $API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ].join('\n');

export const typeScriptOf = (origin: string, body: object): string =>
  [
    "// Made by `npm run build:clients` in the service's folder: npm install FOLDER/dist/npm",
    "import { meetingBots } from 'meeting-bots-client';",
    '',
    `const client = meetingBots('${origin}', process.env.API_KEY);`,
    `const bot = await client.createBot({ body: ${JSON.stringify(body, null, 2)} });`,
    'console.log(bot.id, bot.state);',
  ].join('\n');
