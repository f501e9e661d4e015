import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { clips, clipsFolder } from './clips.ts';

const pageFolder = new URL('./page/', import.meta.url);
const clipPath = /^clips\/([a-z0-9-]+)\.opus$/;

export interface Asset {
  type: string;
  body: string | Uint8Array;
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

/** Bundles one entry point for a browser. */
export const bundle = async (entry: URL, format: 'esm' | 'iife'): Promise<string> => {
  const result = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
};

const bundled = (name: string, type: string) =>
  once(async (): Promise<Asset> => ({ type, body: await bundle(new URL(name, pageFolder), 'esm') }));

const file = (name: string, type: string) =>
  once(async (): Promise<Asset> => ({ type, body: await readFile(new URL(name, pageFolder)) }));

const files: Record<string, () => Promise<Asset>> = {
  'room.js': bundled('room.ts', 'text/javascript'),
  'home.js': bundled('home.ts', 'text/javascript'),
  'style.css': bundled('style.css', 'text/css'),
  'icon.svg': file('icon.svg', 'image/svg+xml'),
  'two-people.json': file('../scripts/two-people.json', 'application/json'),
};

/** What the pages load, by path below `/room/assets/`; the page's code is bundled when it is first asked for. */
export const asset = async (path: string): Promise<Asset | undefined> => {
  const clip = clipPath.exec(path)?.[1];
  if (clip !== undefined && clips.has(clip)) {
    return { type: 'audio/ogg', body: await readFile(new URL(`${clip}.opus`, clipsFolder)) };
  }
  return Object.hasOwn(files, path) ? files[path]?.() : undefined;
};

const pages = {
  home: once(() => readFile(new URL('home.html', pageFolder), 'utf8')),
  room: once(() => readFile(new URL('room.html', pageFolder), 'utf8')),
};

/** The HTML of a page, with the attributes of its body filled in. */
export const page = async (name: keyof typeof pages, attributes: Record<string, string>): Promise<string> => {
  const html = await pages[name]();
  const written = Object.entries(attributes).map(([key, value]) => `data-${key}="${value.replace(/[&"<>]/g, '')}"`);
  return html.replace('<body', () => `<body ${written.join(' ')}`);
};
