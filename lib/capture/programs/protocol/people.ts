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

/** The `id` of what the page plays, where sound comes by no track. */
export const outputId = 'output';
