import { routes } from '../api/routes.ts';

const rows = Object.values(routes).map(
  ({ method, path, summary }) => `<tr><td>${method}</td><td><code>${path}</code></td><td>${summary}</td></tr>`,
);

/** The page at `/`: what there is and where. */
export const homePage = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Meeting bots</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
  td { padding: .2rem 1rem .2rem 0; vertical-align: top }
</style>
<h1>Meeting bots</h1>
<p>The service is running. <a href="/room/">Open the demo room</a>, and send a bot there with the curl line that the
service printed when it started.</p>
<h2>API</h2>
<p>Every request carries <code>Authorization: Token &lt;API key&gt;</code>.</p>
<table>${rows.join('\n')}</table>
`;
