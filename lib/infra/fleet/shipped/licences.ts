/** Under which licences an image may be handed on, and what has to be handed on with it. */
import type { ShippedPackage } from './packages.ts';

/** All let their programs be used and passed on in closed services; MPL asks for the changes to its own files. */
const allowedLicences = new Set(['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0']);

export const isAllowed = ({ license }: ShippedPackage): boolean => allowedLicences.has(license);

/** What packages hold of others besides, as their own pages tell. */
const held: Readonly<Record<string, string>> = {
  '@mediabunny/aac-encoder': 'Holds the AAC encoder of FFmpeg (https://ffmpeg.org), LGPL-2.1-or-later, as WebAssembly.',
  '@mediabunny/mp3-encoder': 'Holds LAME (https://lame.sourceforge.io), LGPL-2.0-or-later, as WebAssembly.',
};

/** The licences of packages, each text once, below the names of all that it is of. */
export const licencesText = (packages: readonly ShippedPackage[]): string => {
  const byText = Map.groupBy(
    packages,
    ({ license, text }) => text ?? `${license}: https://spdx.org/licenses/${license}.html`,
  );
  const parts = [...byText].map(([text, group]) => {
    const names = group.map(({ name, version, license }) =>
      [`${name} ${version} (${license})`, ...(held[name] ? [`  ${held[name]}`] : [])].join('\n'),
    );
    return `${names.join('\n')}\n\n${text}\n`;
  });
  return `The worker in this image is made of these packages too.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
};
