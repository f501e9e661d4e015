/** Draws what the screen shows, `seconds` after the share began. */
export type DrawScreen = (context: CanvasRenderingContext2D, seconds: number, owner: string) => void;
