/** The packages of Debian that an image holds. */
import type { Component } from '../infra/fleet/shipped/bill-of-materials.ts';
import type { Architecture } from './architectures.ts';

const release = 'debian-13';

/** Run in the image: a line for each package, and one for each licence that its own list of them names. */
export const listDebianPackages = `dpkg-query --show --showformat='P \${Package} \${Version} \${Architecture}\\n' | while read -r line; do
  echo "$line"; set -- $line
  sed -n 's/^License: */L /p' "/usr/share/doc/$2/copyright" 2>/dev/null | sort -u
done`;

/** Debian's main holds free software alone; of that, what asks more of a service than an image can give. */
const forbidden = /\b(?:AGPL|SSPL|BUSL|CC-BY-NC|non-free|proprietary)\b/i;

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly licences: readonly string[];
}

/** What the list says. */
export const debianPackages = (list: string): DebianPackage[] => {
  const found: { name: string; version: string; architecture: string; licences: string[] }[] = [];
  for (const line of list.split('\n')) {
    const [kind, ...rest] = line.split(' ');
    const [name = '', version = '', architecture = ''] = rest;
    if (kind === 'P') found.push({ name, version, architecture, licences: [] });
    if (kind === 'L') found.at(-1)?.licences.push(rest.join(' '));
  }
  return found;
};

/** The licences of packages that an image must not hold, each with its package's name. */
export const forbiddenLicences = (packages: readonly DebianPackage[]): string[] =>
  packages.flatMap(({ name, licences }) =>
    licences.filter((one) => forbidden.test(one)).map((one) => `${name}: ${one}`),
  );

export const debianComponent = ({ name, version, architecture, licences }: DebianPackage): Component => {
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=${release}`;
  return {
    type: 'library',
    name,
    version,
    purl,
    'bom-ref': purl,
    licenses: licences.map((licence) => ({ license: { name: licence } })),
  };
};

/** Node itself, which is no package of Debian's. */
export const nodeComponent = (version: string, architecture: Architecture): Component => {
  const purl = `pkg:generic/node@${version}?arch=${architecture}`;
  return { type: 'library', name: 'node', version, purl, 'bom-ref': purl, licenses: [{ license: { id: 'MIT' } }] };
};
