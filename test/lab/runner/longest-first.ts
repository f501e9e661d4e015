/**
 * The order in which files of tests are begun: what takes long first, so that none of it is left alone in the end. Vitest
 * goes by the last run, of which a fresh clone knows nothing.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest of each suite, on two idle cores; services before what works without a pause, as they wait most of their time. What
 * is missing here, or not so long any more, costs seconds and no more.
 */
const longest = [
  'test/capture/streams/stream-meeting.contract.test.ts',
  'test/client/python-package.contract.test.ts',
  'test/infra/functions/bundle.test.ts',
  'test/docs/app-sessions.test.ts',
  'test/local-home/background/pumps.test.ts',
  'test/lambdas/api/any-client.test.ts',
  'test/local-home/npm-start.test.ts',
  'test/examples/clients.test.ts',
  'test/lambdas/api/bad-input.test.ts',
  'test/capture/session/roads.test.ts',
  'test/adapters/local/capture/host.test.ts',
  'test/api/examples.test.ts',
  'test/capture/streams/stream-session.test.ts',
  'test/usecases/calendars/sync/killed-sync.test.ts',
  'test/capture/platforms/who-spoke.test.ts',
  'test/lambdas/api/bodies.test.ts',
  'test/docs/walks.test.ts',
  'test/capture/streams/rtms/connection.test.ts',
  'test/bin/help.test.ts',
  'test/usecases/faults.test.ts',
  'test/client/npm-package.test.ts',
  'test/capture/platforms/still-on.test.ts',
  'test/mcp/mcp.test.ts',
  'test/lambdas/api/any-stream.test.ts',
  'test/lambdas/identity/single-sign-on.test.ts',
  'test/bin/judge/entry.test.ts',
  'test/capture/platforms/livekit/livekit.browser.test.ts',
  'test/capture/platforms/jitsi/jitsi.browser.test.ts',
  'test/capture/session/lost-page.browser.test.ts',
  'test/capture/platforms/google-meet/google-meet.browser.test.ts',
  'test/capture/platforms/teams/teams.browser.test.ts',
  'test/capture/platforms/galene/galene.browser.test.ts',
  'test/dashboard/bots.browser.test.ts',
  'test/capture/session/full-disk.browser.test.ts',
  'test/dashboard/everybody.browser.test.ts',
  'test/capture/session/endings.browser.test.ts',
  'test/capture/platforms/zoom/zoom.browser.test.ts',
  'test/capture/platforms/demo-room.browser.test.ts',
  'test/capture/browser/recorders.browser.test.ts',
  'test/capture/session/acting/agent-in-meeting.browser.test.ts',
  'test/docs/walk-throughs.browser.test.ts',
  'test/capture/session/rooms.browser.test.ts',
  'test/capture/programs/page/received-tracks.browser.test.ts',
  'test/dashboard/sign-in.browser.test.ts',
  'test/capture/browser/silence.browser.test.ts',
  'test/local-home/speech-providers.browser.test.ts',
  'test/dashboard/project.browser.test.ts',
  'test/capture/session/session.browser.test.ts',
  'test/capture/session/acting/picture-and-video.browser.test.ts',
  'test/docs/reference-page.browser.test.ts',
  'test/capture/programs/page/page-output.browser.test.ts',
  'test/capture/session/lost-worker.browser.test.ts',
  'test/capture/browser/busy.browser.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return at === -1 ? longest.length : at;
    };
    const order = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    // A process that files share ends when one with a process of its own is next.
    const sharing = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1);
    // So does one when a file of another project is next: that with the longest of all comes first.
    const begun = new Map<string, number>();
    for (const file of files) {
      const { name } = file.project;
      begun.set(name, Math.min(place(file), begun.get(name) ?? longest.length));
    }
    const project = ({ project }: TestSpecification): number =>
      project.config.isolate ? 0 : (begun.get(project.name) ?? longest.length);
    const sorted = await super.sort(files);
    return sorted.sort(
      (one, other) =>
        order(one) - order(other) ||
        sharing(one) - sharing(other) ||
        project(one) - project(other) ||
        place(one) - place(other),
    );
  }
}
