/** The files of the reference page, by path in this project; a function's bundle carries them under the same paths. */

export interface DocsFile {
  readonly path: string;
  readonly type: string;
}

const viewer = 'node_modules/swagger-ui-dist';

export const openApiFile: DocsFile = { path: 'openapi.json', type: 'application/json' };
export const pageFile: DocsFile = { path: 'lib/docs/page/index.html', type: 'text/html; charset=utf-8' };

/** What the page loads, by name below `/docs/`. */
export const pageParts: ReadonlyMap<string, DocsFile> = new Map([
  ['reference.css', { path: 'lib/docs/page/reference.css', type: 'text/css' }],
  ['reference.js', { path: 'lib/docs/page/reference.js', type: 'text/javascript' }],
  ['llms.txt', { path: 'llms.txt', type: 'text/plain; charset=utf-8' }],
  ['icon.svg', { path: 'lib/docs/page/icon.svg', type: 'image/svg+xml' }],
  ['swagger-ui.css', { path: `${viewer}/swagger-ui.css`, type: 'text/css' }],
  ['swagger-ui-bundle.js', { path: `${viewer}/swagger-ui-bundle.js`, type: 'text/javascript' }],
]);

/** The paths of all of them. */
export const docsPaths: readonly string[] = [openApiFile, pageFile, ...pageParts.values()].map(({ path }) => path);
