/** What becomes of each piece of code that a document shows: where it is executed, or why it is not. */

export interface Fate {
  /** The first words of the piece; those of a page stand here in its order. */
  readonly begins: string;
  /** The files that take it from its page, and execute it or read it as the service does. */
  readonly run?: readonly string[];
  /** The files that do the same, in words of their own. */
  readonly alike?: readonly string[];
  /** Why it is not executed. */
  readonly not?: string;
}

const ci = '.ci/run';
const walks = 'test/docs/walks.test.ts';
const walkThroughs = 'test/docs/walk-throughs.browser.test.ts';
const proxies = 'test/local-home/proxies/documented.ts';
const packages = ['test/client/npm-package.test.ts', 'test/client/python-package.contract.test.ts'];

const run = (begins: string, ...files: string[]): Fate => ({ begins, run: files });
const alike = (begins: string, ...files: string[]): Fate => ({ begins, alike: files });
const not = (begins: string, reason: string): Fate => ({ begins, not: reason });

const needsWorkspace = 'needs a Workspace and its Admin console';
const needsAws = 'needs an account of AWS; the stack is deployed to an emulator by test:aws';
const onEmulator = 'needs what AWS has restored or left; run by hand on an emulator, as the page says';
const isPolicy = 'is a policy of IAM';
const isShape = 'shows what is printed or sent, with gaps';
const isDrawing = 'is a drawing';
const publishes = 'publishes to the world';
const changesMachine = 'changes the machine; run by hand, as the page says';

export const fates: Readonly<Record<string, readonly Fate[]>> = {
  'CONTRIBUTING.md': [alike('npm ci', ci), alike('npm run check', ci)],
  'README.md': [
    alike('npm ci && npm run demo', ci),
    alike('WEBHOOK_SECRET', 'test/examples/receivers.test.ts', walkThroughs),
    run('MEETING_URL', walks),
    run('BOT_ID', walks),
    not('POST /api/v1/bots ─►', isDrawing),
    not('stateDiagram-v2', isDrawing),
  ],
  'docs/api.md': [run('import { ApiError', walks)],
  'docs/app-sessions.md': [
    run('npm run admin', 'test/docs/app-sessions.test.ts'),
    run('curl -X POST', 'test/docs/app-sessions.test.ts'),
    run('curl', 'test/docs/app-sessions.test.ts'),
  ],
  'docs/calendars.md': [run('curl -X POST', walkThroughs), run('curl "$BASE_URL', walkThroughs)],
  'docs/clients.md': [
    alike('npm run build:clients', ...packages),
    alike('npm install ./dist/npm', ...packages),
    not('npm publish', publishes),
  ],
  'docs/connections.md': [
    run('npm run admin -- --data .data conf-apps create', 'test/docs/connections.test.ts'),
    run('npm run admin -- --data .data conf-apps set-webhook-secret', 'test/docs/connections.test.ts'),
    run('curl -X POST "$BASE_URL/api/v1/conf', 'test/docs/connections.test.ts'),
    run('curl "$BASE_URL', 'test/docs/connections.test.ts'),
    run('curl -X POST "$BASE_URL/api/v1/bots', 'test/docs/connections.test.ts'),
  ],
  'docs/dashboard.md': [
    run('npm run admin -- dashboard invite', walks),
    run('npm run admin -- dashboard admit', walks),
    not('npm run admin -- dashboard set-client-secret', 'asks a person for a secret of a directory'),
  ],
  'docs/demo-room.md': [
    run('POST /room-api/rooms\n', walks),
    run('POST /room-api/rooms/launch-review/captions', walks),
    run('{', walks),
    alike('const script', 'test/demo-room/scripted/perception.browser.test.ts'),
    not('flite', 'makes new clips, with programs that nobody else needs'),
  ],
  'docs/deploy.md': [
    not('aws iam', needsAws),
    not('npm ci', needsAws),
    not('STACK=', needsAws),
    run('{ "jitsiHosts"', walks),
    run('curl -X POST', walks),
    not('DEPLOY_CONFIG=', needsAws),
    run('npm run cost', walks),
    not('git pull', needsAws),
    not('aws ec2', needsAws),
    not('git diff', 'compares with what an operator had deployed'),
    not('cp deploy.config.json', needsAws),
    not('aws cloudformation', needsAws),
    not('DEPLOY_CONFIG=', needsAws),
    not('aws ecs', needsAws),
    not('aws dynamodb', needsAws),
  ],
  'docs/deploy-company.md': [not('{', isPolicy), not('npm ci', needsAws), not('{', isPolicy)],
  'docs/deploy-emulator.md': [
    alike('npm ci', ci),
    alike('AWS_ENDPOINT_URL=http://localhost:4566 npm run deploy:local\n', ci),
    alike('AWS_ENDPOINT_URL=http://localhost:4566 npm run deploy:local -- --free', ci),
    alike('AWS_ENDPOINT_URL=http://localhost:4566 npm run test:aws', ci),
  ],
  'docs/deploy-recover.md': [
    not('aws dynamodb describe-continuous-backups', onEmulator),
    not('import { DynamoDBClient', onEmulator),
    not('npx node copy-back.mjs', onEmulator),
    not('aws stepfunctions', onEmulator),
    run('import { readFileSync', 'test/infra/take-over.test.ts'),
    not('npx node take-over.mjs', onEmulator),
    not('aws dynamodb update-table', onEmulator),
  ],
  'docs/mcp.md': [
    run('{', walks),
    not('claude mcp add', 'is for a program of somebody else'),
    alike('BASE_URL=', 'test/mcp/mcp.test.ts'),
  ],
  'docs/operations.md': [not('npm run doctor', needsAws), not('ok     API', isShape)],
  'docs/operations/alarms.md': [not('npm run doctor', needsAws)],
  'docs/operations/capacity.md': [not('npm start -- --bots', 'starts a service, and looks at an account of AWS')],
  'docs/operations/failures.md': [not('npm run admin -- bots stuck', needsAws)],
  'docs/operations/logs.md': [not('fields @timestamp', 'is a query of CloudWatch')],
  'docs/operations/projects.md': [run('npm run admin', walks)],
  'docs/operations/workers.md': [
    not('npm run admin -- bots move', needsAws),
    not('aws ecr', needsAws),
    not('apt-get install', 'builds images for half an hour; test/image tests what they are built of'),
  ],
  'docs/platforms.md': [alike('JITSI_HOSTS=', 'test/process/environment.test.ts')],
  // To a meeting of the demo room, as none of a maker is in reach.
  'docs/platforms/canary.md': [alike('npm run canary -- --url', 'test/bin/canary-program.browser.test.ts')],
  'docs/platforms/pages.md': [not('npm run judge', 'judges a folder that the reader has')],
  'docs/platforms/signed-in.md': [
    not('npm run canary -- --sign-in', 'signs a person in to a maker, by a browser with windows'),
    not('npm run admin -- accounts sso set google_meet bots.example.com --data', needsWorkspace),
    not('npm run admin -- accounts sso set google_meet bots.example.com --issuer', needsWorkspace),
    not('npm run admin -- accounts sso add', needsWorkspace),
    not('npm run -s admin -- accounts sso ticket', needsWorkspace),
  ],
  'docs/realtime-audio.md': [
    run('{ "meeting_url"', walks),
    run('{ "bot_id"', 'test/docs/realtime-audio.test.ts'),
    run('{ "bot_id"', 'test/docs/realtime-audio.test.ts'),
    run('{ "bot_id"', 'test/docs/realtime-audio.test.ts'),
    run('import { WebSocketServer }', 'test/docs/realtime-audio.test.ts'),
  ],
  'docs/self-host.md': [
    not('sudo useradd', changesMachine),
    run('[Unit]', 'test/docs/self-host.test.ts'),
    not('sudo systemctl', changesMachine),
    run('bots.example.com', proxies),
    run('server {', proxies),
    not('sudo install -d /var/www', 'has an authority look for the machine by its public name'),
    not('sudo install -d -m 700 /backup\n', changesMachine),
    run('sudo install -d -m 700 /backup/live', 'test/docs/self-host.test.ts'),
    not('sudo systemctl stop', changesMachine),
  ],
  'docs/testing.md': [not('PROPERTY_SEED', 'repeats a failure that there was')],
  'docs/transcription.md': [
    run('npm run admin', 'test/docs/transcription.test.ts'),
    run('curl -X POST', 'test/docs/transcription.test.ts'),
    not('aws secretsmanager', needsAws),
    alike('python3 -m venv', 'test/examples/transcription-server.test.ts'),
    run('{ "status"', walks),
  ],
  'docs/troubleshooting.md': [run('curl', walks)],
  'docs/webhooks.md': [
    run('"webhooks"', walks),
    run('npm run admin', walks),
    run('{', 'test/docs/webhooks.test.ts', walks),
    run('import { createServer }', 'test/docs/webhooks.test.ts'),
  ],
  'examples/README.md': [
    // With a bot in a meeting the same two programs are run by the rehearsal's test.
    alike('WEBHOOK_SECRET', 'test/examples/receivers.test.ts', walkThroughs),
    alike('export BASE_URL', 'test/examples/clients.test.ts', walkThroughs),
    alike('CUSTOM_ASYNC_TRANSCRIPTION_URL', 'test/local-home/speech-providers.browser.test.ts'),
  ],
  'examples/workflow-tool.md': [run('npm run admin', walks), run('curl', walks)],
};
