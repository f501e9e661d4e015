/** The page at `/`: what there is and where. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pageHeaders } from '../net/page-headers.ts';

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
`;

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Meeting bots</title>
<style>${style}</style>
<h1>Meeting bots</h1>
<p>The service is running. <a href="/dashboard">The dashboard</a> shows what its bots do; the service printed a link that
signs in when it started.</p>
<p><a href="/room/">Open the demo room</a>, and send a bot there with the curl line that was printed beside it.</p>
<p>Every operation, with curl lines and a form to try it: <a href="/docs">API reference</a>.</p>
`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  ...pageHeaders({ 'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'` }),
};

export const sendHomePage = (res: ServerResponse): void => void res.writeHead(200, headers).end(html);
