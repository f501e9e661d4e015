/** What an image holds of other people's, asked of the image itself. */
import * as z from 'zod';
import type { WorkerName } from '../capture/build/worker.ts';
import { billOfMaterials } from '../infra/fleet/shipped/bill-of-materials.ts';
import { npmBillName } from '../infra/fleet/worker-image.ts';
import type { Architecture } from './architectures.ts';
import { imageName } from './build.ts';
import {
  debianComponent,
  debianPackages,
  forbiddenLicences,
  listDebianPackages,
  nodeComponent,
} from './debian-packages.ts';
import { podmanRun } from './podman.ts';

const NpmBill = z.object({
  components: z.array(
    z.object({
      type: z.literal('library'),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      'bom-ref': z.string(),
      licenses: z.array(z.object({ license: z.object({ id: z.string() }) })),
    }),
  ),
});

export interface Contents {
  readonly counts: { readonly npm: number; readonly debian: number };
  /** Licences that an image must not hold, each with its package's name. */
  readonly forbidden: readonly string[];
  /** All of it as one CycloneDX document. */
  readonly bill: string;
}

export const contentsOf = async (worker: WorkerName, architecture: Architecture): Promise<Contents> => {
  const image = imageName(worker, architecture);
  const inIt = (...command: string[]) => podmanRun('--network', 'none', '--arch', architecture, image, ...command);
  const npm = NpmBill.parse(JSON.parse(await inIt('cat', `/app/${npmBillName}`))).components;
  const debian = debianPackages(await inIt('sh', '-c', listDebianPackages));
  const node = nodeComponent((await inIt('node', '--print', 'process.versions.node')).trim(), architecture);
  return {
    counts: { npm: npm.length, debian: debian.length },
    forbidden: forbiddenLicences(debian),
    bill: billOfMaterials(image, [node, ...npm, ...debian.map(debianComponent)]),
  };
};
