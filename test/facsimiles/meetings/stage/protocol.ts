/** What a facsimile's server and the page that it plays on say to each other. */

export type OwnDevice = 'camera' | 'microphone' | 'screen';
/** How a page comes by the frames that it decodes itself: where browsers offer them to pages, or by a worker. */
export type Decoding = 'if_offered' | 'by_worker';
/** In which part of the offer (`mid`) the page sends what of its own. */
export type OwnLines = Readonly<Record<OwnDevice, string>>;

/** What the page tells of something that is done to it. */
export interface Wire {
  readonly selector: string;
  /** `click`: also by the keyboard; `enter`: the key, without shift; `input`: a field has another content. */
  readonly on: 'click' | 'enter' | 'input';
  /** What is told then. */
  readonly does: string;
  /** The field whose content is told with it; the element's own where it is absent. */
  readonly field?: string;
  /** The field is empty afterwards. */
  readonly clears?: true;
}

/** Something that goes when nobody moves a pointer, and comes back when somebody does. */
export interface Hiding {
  readonly selector: string;
  readonly after_ms: number;
  /** How long after somebody moved it. */
  readonly back_ms?: number | undefined;
  readonly how: 'out_of_sight' | 'out_of_dom';
}

export interface Screen {
  /** All that the page's body shows. */
  readonly html: string;
  readonly title: string;
  readonly wires: readonly Wire[];
  readonly hiding?: Hiding | undefined;
  /** On the same host; what the address is afterwards, without loading anything. */
  readonly path?: string | undefined;
}

export interface Offer {
  readonly sdp: string;
  /** The data channels that the page opens. */
  readonly opens: readonly string[];
  readonly own: OwnLines;
  /** Absent where the browser decodes sound. */
  readonly decoding?: Decoding | undefined;
}

export type ToStage =
  | ({ readonly type: 'show' } & Screen)
  /** The same again, of new elements. */
  | { readonly type: 'again' }
  | { readonly type: 'go'; readonly url: string }
  | ({ readonly type: 'offer' } & Offer)
  | { readonly type: 'ask_devices' }
  | { readonly type: 'turn'; readonly device: OwnDevice; readonly on: boolean }
  | { readonly type: 'close_connection' }
  /** The page sends something over its socket, or a channel, which it opens where there is none yet. */
  | {
      readonly type: 'send';
      readonly by: 'channel' | 'socket';
      readonly to: string;
      readonly base64: string;
      readonly text?: boolean;
    }
  | { readonly type: 'open_socket'; readonly url: string }
  | { readonly type: 'close_socket'; readonly url: string }
  | { readonly type: 'fetch'; readonly url: string; readonly method: string; readonly body?: string }
  /** Answers nothing any more, for a while or for ever. */
  | { readonly type: 'hang'; readonly for_ms: number | null }
  /** To the platform's own part of the page. */
  | { readonly type: 'tell'; readonly value: unknown };

export type FromStage =
  /** Something is shown for the first time. */
  | { readonly type: 'drawn' }
  | { readonly type: 'ready'; readonly frame: boolean }
  /** `by_hand`: by a person's mouse or keys, or by what the browser takes for such; not by a script. */
  | { readonly type: 'did'; readonly does: string; readonly value: string; readonly by_hand: boolean }
  | { readonly type: 'devices'; readonly found: boolean }
  | { readonly type: 'turned'; readonly device: OwnDevice; readonly on: boolean; readonly done: boolean }
  | { readonly type: 'answer'; readonly sdp: string }
  | { readonly type: 'told'; readonly value: unknown };

/** What the platform's own part of the page finds as `globalThis.stage`. */
export interface StageHandle {
  /** Hears what the server tells it. */
  onTold(listener: (value: unknown) => void): void;
  tell(value: unknown): void;
  /** Called after each drawing. */
  onDrawn(listener: () => void): void;
}
