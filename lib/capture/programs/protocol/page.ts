/** What Node can ask of the meeting's page, and the names by which the two find each other. */
import type { RecordingOptions } from './media.ts';
import type { OutletCommand } from './outlet.ts';
import type { ListenOptions } from './speech.ts';

/** The names that Node chose for this page; nobody can guess them. */
export interface HookNames {
  /** The global that holds the agent. */
  readonly agent: string;
  /** The function through which recordings, and wishes of the page, reach Node. */
  readonly binding: string;
  /** The function through which what the bot shows and says reaches Node. */
  readonly outlet: string;
}

/** Of a page: an element that the selector finds, with one of the labels where there are any. */
export interface AcceptingPart {
  readonly selector: string;
  readonly labels?: readonly string[];
}

/** What Node can ask of a page with hooks. */
export interface PageAgent {
  read(): object;
  /** Presses the first of them that is seen, which accepts what the page asks for. Answers whether one was. */
  accept(parts: readonly AcceptingPart[]): boolean;
  /** Gives the media worker's script, packed, after a `worker_wanted`. */
  provideWorker(packed: string): void;
  listen(options: ListenOptions): Promise<void>;
  armRecording(options: RecordingOptions): Promise<void>;
  beginRecording(take: string): boolean;
  stopRecording(): boolean;
  /** Shows video that is not drawn otherwise, while a picture of the page is taken; answers once it can be seen. */
  pictureVideos(isTaken: boolean): Promise<void>;
  /** Starts the worker that makes what the bot shows and says. */
  startOutlet(script: string): void;
  /** Answers false when that worker is not there. */
  outlet(command: OutletCommand): boolean;
}
