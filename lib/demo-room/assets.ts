import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { clips, clipsFolder } from './scripted/clips.ts';

const clipPath = /^clips\/([a-z0-9-]+)\.opus$/;

export interface Asset {
  readonly type: string;
  readonly body: string | Uint8Array;
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

const bundled = (entry: URL, type: string): (() => Promise<Asset>) =>
  once(async (): Promise<Asset> => ({ type, body: await bundle(entry, 'esm') }));

const file = (path: URL, type: string): (() => Promise<Asset>) =>
  once(async (): Promise<Asset> => ({ type, body: await readFile(path) }));

const files: Record<string, () => Promise<Asset>> = {
  'room.js': bundled(new URL('./page/room.ts', import.meta.url), 'text/javascript'),
  'home.js': bundled(new URL('./page/home.ts', import.meta.url), 'text/javascript'),
  'style.css': bundled(new URL('./page/style.css', import.meta.url), 'text/css'),
  'icon.svg': file(new URL('./page/icon.svg', import.meta.url), 'image/svg+xml'),
  'six-people.json': file(new URL('./scripts/grand-short.json', import.meta.url), 'application/json'),
  'two-people.json': file(new URL('./scripts/two-people.json', import.meta.url), 'application/json'),
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
  home: once(() => readFile(new URL('./page/home.html', import.meta.url), 'utf8')),
  room: once(() => readFile(new URL('./page/room.html', import.meta.url), 'utf8')),
};

/** The HTML of a page, with the attributes of its body filled in. */
export const page = async (name: keyof typeof pages, attributes: Record<string, string>): Promise<string> => {
  const html = await pages[name]();
  const written = Object.entries(attributes).map(([key, value]) => `data-${key}="${value.replace(/[&"<>]/g, '')}"`);
  return html.replace('<body', () => `<body ${written.join(' ')}`);
};
