/** The stack, deployed to an emulator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dashboardPages } from '../api/page-routes.ts';
import type { Role } from '../domain/access/roles.ts';
import { readOutputs, type StackOutputs } from '../infra/outputs.ts';
import { type ProgramOptions, programOutput } from '../process/program-output.ts';
import type { NewProject } from './local-project.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

// No image is pulled for tasks that run as processes: any name of one does.
const image = 'public.ecr.aws/docker/library/node:24-trixie-slim';
const context = [
  `captureImage=${image}`,
  `appSessionImage=${image}`,
  'unsafeAllowLoopbackWebhooks=true',
  'oidcIssuer=none',
  'protected=false',
];

/** What a program prints, run in the project's folder. */
const output = (command: readonly string[], options: ProgramOptions = {}): Promise<string> =>
  programOutput(command, { folder: projectRoot, ...options });

interface HowToDeploy extends Pick<ProgramOptions, 'signal' | 'givesWayUntil'> {
  /** The folder of another release, with its packages, in place of this one. */
  readonly tree?: string;
  /** Is told what is done next, for it takes minutes on a busy machine. */
  readonly onStep?: (what: string) => void;
}

const cdkAt =
  (endpoint: string, { tree = projectRoot, onStep: _, ...how }: HowToDeploy) =>
  (...args: string[]): Promise<string> =>
    output([join(tree, 'node_modules/.bin/cdklocal'), ...args, '--no-notices'], {
      ...how,
      folder: tree,
      environment: {
        CI: 'true',
        CDK_DISABLE_CLI_TELEMETRY: 'true',
        // The CDK's own rules for templates, which take seconds to load: tests ask for them (test/infra).
        CDK_VALIDATION: 'false',
        AWS_ENDPOINT_URL: endpoint,
        // cdklocal wants both.
        AWS_ENDPOINT_URL_S3: endpoint,
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_REGION: 'us-east-1',
        AWS_DEFAULT_REGION: 'us-east-1',
      },
    });

export interface Deployment {
  readonly outputs: StackOutputs;
  /** The file that holds them, for the program of operators. */
  readonly file: string;
}

/** The setting that leaves out what the free edition of an emulator lacks, where this answers in place of ECS. */
export const freeSetting = (url: string): string => `freeEmulator=${url}`;

/** Endpoints that this process has prepared for the CDK, which is done once. */
const bootstrapped = new Map<string, Promise<string>>();

const bootstrapOnce = (endpoint: string, bootstrap: () => Promise<string>): Promise<string> => {
  const prepared = bootstrapped.get(endpoint) ?? bootstrap();
  bootstrapped.set(endpoint, prepared);
  prepared.catch(() => bootstrapped.delete(endpoint));
  return prepared;
};

/** Deploys the stack with settings, `name=value` each, unless it is told to stop. What is made for it lies in `folder`. */
export const deploy = async (
  endpoint: string,
  folder: string,
  settings: readonly string[] = [],
  how: HowToDeploy = {},
): Promise<Deployment> => {
  const cdk = cdkAt(endpoint, how);
  const assembly = join(folder, 'cdk.out');
  const options = [...context, `emulatorUrl=${endpoint}`, ...settings].flatMap((setting) => ['--context', setting]);
  // Put together once: without a finished assembly each command of the CLI would do so anew.
  how.onStep?.('the template is made, and the functions are bundled');
  await cdk('synth', '--quiet', '--output', assembly, ...options);
  how.onStep?.('the account is prepared for the CDK');
  await bootstrapOnce(endpoint, () => cdk('bootstrap', 'aws://000000000000/us-east-1', '--app', assembly));
  const file = join(folder, 'outputs.json');
  how.onStep?.('the stack is deployed');
  await cdk('deploy', '--app', assembly, '--require-approval', 'never', '--outputs-file', file);
  return { outputs: readOutputs(readFileSync(file, 'utf8')), file };
};

/** Does as an operator, with the program for it: answers what `npm run admin` prints. `input` is what it asks for. */
export const asOperator = (file: string, args: readonly string[], input?: string): Promise<string> =>
  output([process.execPath, 'bin/admin.ts', ...args, '--outputs', file], {
    // As the stack's functions have it: `unsafeAllowLoopbackWebhooks`.
    environment: { ALLOW_LOOPBACK_WEBHOOKS: 'true' },
    input: input ? `${input}\n` : '',
  });

/** Answers what `npm run doctor` prints. @throws ProgramError with that, when something is wrong */
export const asDoctor = (file: string): Promise<string> =>
  output([process.execPath, 'bin/doctor.ts', '--outputs', file]);

/** Makes a project, and answers its secrets, which are told this once. */
export const createProject = async (file: string, name: string): Promise<NewProject> =>
  JSON.parse(await asOperator(file, ['projects', 'create', name, '--json']));

/** The link that signs somebody in to the dashboard of a project, once, at an address of the stack. */
export const invitation = async (
  file: string,
  site: string,
  { project_id, name, role }: { readonly project_id: string; readonly name: string; readonly role: Role },
): Promise<string> => {
  const invite = ['dashboard', 'invite', name, '--role', role, '--project', project_id, '--json'];
  const { url } = JSON.parse(await asOperator(file, invite));
  const { hash } = new URL(url, site);
  return new URL(`${dashboardPages.first}${hash}`, site).href;
};

/**
 * Where a browser finds an HTTP API of MiniStack: its page is at the root there, as on AWS. Browsers take names that end
 * in localhost to this machine, and keep its cookies, by https only though they are.
 */
export const browsedAt = (endpoint: string, apiUrl: string): string => {
  const [apiId] = new URL(apiUrl).hostname.split('.');
  return `http://${apiId}.execute-api.localhost:${new URL(endpoint).port}`;
};

/** Where an emulator serves an API: by its id, the first part of the host name that AWS would give it, and its stage. */
export const servedAt = (endpoint: string, apiUrl: string): string => {
  const { hostname, pathname } = new URL(apiUrl);
  const [apiId] = hostname.split('.');
  return `${endpoint}/_aws/execute-api/${apiId}/${pathname.slice(1) || '$default'}`;
};
