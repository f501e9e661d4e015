/** A video that is to be played into the meeting, until its worker says that it is over. */
export interface OutputVideo {
  /** Tells one request from another for the same address. */
  readonly id: string;
  readonly url: string;
  readonly loop: boolean;
  readonly asked_at: string;
  /** One that does not loop is not started a second time, also not by another worker. */
  readonly started_at?: string;
}
