/** A list of what an image is made of, for scanners: CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/ */
import type { ShippedPackage } from './packages.ts';

export interface Component {
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  /** By which scanners find what is known of it: https://github.com/package-url/purl-spec */
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly licenses: readonly ({ license: { id: string } } | { license: { name: string } })[];
}

export const npmComponent = ({ name, version, license }: ShippedPackage): Component => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', name, version, purl, 'bom-ref': purl, licenses: [{ license: { id: license } }] };
};

/** The document. The same components make the same one: it names no time, and no number of its own. */
export const billOfMaterials = (image: string, components: readonly Component[]): string =>
  `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'container', name: image, 'bom-ref': image } },
      components,
    },
    null,
    1,
  )}\n`;
