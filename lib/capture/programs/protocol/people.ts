/** Who is in the meeting and whose pictures there are, as the meeting's page tells its media worker. */

/** Somebody in the meeting; the bot is nobody. */
export interface Person {
  readonly participant_id: string;
  readonly name: string;
  readonly has_camera: boolean;
  readonly is_sharing: boolean;
}

/** Whose a picture track is, and what of theirs it shows. */
export interface PictureTrack {
  readonly track: string;
  readonly participant_id: string;
  readonly kind: 'camera' | 'screen';
}

/**
 * By participant: how large the pictures of a camera are wanted, if at all. `small`: 180 lines do. Of whom nothing is said,
 * nothing has been decided yet.
 */
export type CameraSizes = Readonly<Record<string, 'large' | 'small' | 'none'>>;

/** What has been received of one track. Moments are in Unix time, to about a second. */
export interface MediaFact {
  readonly id: string;
  readonly medium: 'sound' | 'pictures';
  /** Nobody's: of a line that several people share, and while it is not known whose it is. */
  readonly participant_id: string | null;
  readonly kind: 'voice' | 'camera' | 'screen' | 'line' | 'unknown';
  readonly packets: number;
  readonly bytes: number;
  /** Pictures that were decoded. */
  readonly frames: number;
  /** When packets came last. */
  readonly arrived_ms: number | null;
  /** When a picture was decoded last, or sound last reached the media worker. */
  readonly came_out_ms: number | null;
  /** Whether it is to come: cameras that nobody will see need not be sent. */
  readonly is_wanted: boolean;
  /** Whether its connection is lost, or is still being made: nothing can come by it now. Null where it comes by none that is known of. */
  readonly is_cut_off: boolean | null;
}
