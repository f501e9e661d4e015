/** The one page of the dashboard: it names the first files, which do everything else. */
import { pageHeaders } from '../net/serving/page-headers.ts';
import type { DashboardFiles } from './files.ts';

/** Below it lie the files. */
export const filesPath = '/dashboard/files/';

export const dashboardHtml = (
  { script, beside, style }: DashboardFiles,
  nonce: string,
  { hasProvider }: { readonly hasProvider: boolean },
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="style-nonce" content="${nonce}">
${hasProvider ? '<meta name="sign-in" content="provider">' : ''}
<title>Meeting bots</title>
<link rel="icon" href="${filesPath}icon.svg">
${style ? `<link rel="stylesheet" href="${filesPath}${style}">` : ''}
${beside.map((name) => `<link rel="modulepreload" href="${filesPath}${name}">`).join('\n')}
<script type="module" src="${filesPath}${script}"></script>
</head>
<body><div id="dashboard"></div></body>
</html>
`;

/**
 * Nothing but the service's own: no script in the page, styles only those of the files and of whoever knows the nonce.
 * `media` are the places of recordings and pictures, which links lead to.
 */
export const dashboardHeaders = (nonce: string, media: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  ...pageHeaders({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': `'self' data: ${media}`,
    'media-src': `'self' ${media}`,
    'connect-src': "'self'",
  }),
});
