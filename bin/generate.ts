/** `npm run generate`: writes the files that derive from the state table, the route table and the schemas. `--check` only compares. */
import './help.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import wabt from 'wabt';
import { interfaceDocument, openApiDocument } from '../lib/api/openapi/document.ts';
import { namesTable } from '../lib/api/openapi/introduction.ts';
import { generatedClient } from '../lib/client/generate.ts';
import { glossary } from '../lib/docs/glossary.ts';
import { platformAbilities, platformSources, platformStates, platformSummary } from '../lib/docs/platform-tables.ts';
import { botLifecycle } from '../statemachines/bot-lifecycle.ts';
import { stateDiagram } from '../statemachines/diagram.ts';

/** The text with what stands between the markers of `name` replaced; everything else stays as it is. */
const withSection = (text: string, name: string, content: string): string => {
  const [before, rest = ''] = text.split(`<!-- ${name}:begin -->`);
  const [, after] = rest.split(`<!-- ${name}:end -->`);
  if (after === undefined) throw new Error(`the markers of ${name} are missing`);
  return `${before}<!-- ${name}:begin -->\n${content}\n<!-- ${name}:end -->${after}`;
};

const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

const { parseWat } = await wabt();

/** A module that holds what is made of a text beside it. */
const kernelOf = (path: string): string => {
  const made = parseWat(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), { simd: true });
  return `/** Made of ${basename(path)} by \`npm run generate\`. */
export const kernel =
  '${Buffer.from(made.toBinary({}).buffer).toString('base64')}';
`;
};

/** What each file should hold, given what it holds now. */
const generated: Record<string, (now: string) => string> = {
  'statemachines/bot-lifecycle.asl.json': () => `${JSON.stringify(botLifecycle(), null, 2)}\n`,
  'openapi.json': () => textOf(openApiDocument()),
  'lib/capture/media/listening/convolve-kernel.ts': () => kernelOf('lib/capture/media/listening/convolve.wat'),
  'lib/capture/programs/media-worker/views/drawing/scale-kernel.ts': () =>
    kernelOf('lib/capture/programs/media-worker/views/drawing/scale.wat'),
  'lib/client/generated.ts': () => generatedClient(textOf(interfaceDocument())),
  'docs/api.md': (now) => withSection(now, 'names', namesTable),
  'docs/glossary.md': (now) => withSection(now, 'glossary', glossary()),
  'docs/platforms.md': (now) => withSection(now, 'abilities', platformAbilities()),
  'docs/platforms/states.md': (now) =>
    withSection(withSection(now, 'page-sources', platformSources()), 'page-states', platformStates()),
  'README.md': (now) =>
    withSection(withSection(now, 'platforms', platformSummary()), 'states', `\`\`\`mermaid\n${stateDiagram()}\n\`\`\``),
};

const isCheck = process.argv.includes('--check');
const stale = Object.entries(generated).filter(([path, make]) => {
  const url = new URL(`../${path}`, import.meta.url);
  const before = existsSync(url) ? readFileSync(url, 'utf8') : '';
  const after = make(before);
  if (before !== after && !isCheck) writeFileSync(url, after);
  return before !== after;
});

for (const [path] of stale) console.log(`${isCheck ? 'out of date' : 'written'}: ${path}`);
if (stale.length > 0 && isCheck) {
  console.error('run `npm run generate` and commit what it writes');
  process.exitCode = 1;
}
