interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
}

export const text = (context: CanvasRenderingContext2D, words: string, style: TextStyle): void => {
  context.font = `${style.weight ?? 400} ${style.size}px system-ui, "Open Sans", sans-serif`;
  context.fillStyle = style.fill;
  context.textAlign = style.align ?? 'left';
  context.fillText(words, style.x, style.y);
};

/** Minutes, seconds and tenths. */
export const clockText = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
