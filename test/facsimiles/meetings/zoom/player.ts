/** The AudioWorklet of the page, as the facsimile serves it. */
export const playerScript = `
registerProcessor('player', class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.parts = [];
    this.at = 0;
    this.isPlaying = false;
    this.port.onmessage = ({ data }) => this.parts.push(data);
  }
  process(_, [[output]]) {
    // A tenth of a second is kept against late parts.
    if (!this.isPlaying && this.parts.length < 5) return true;
    this.isPlaying = true;
    for (let index = 0; index < output.length; index += 1) {
      const [part] = this.parts;
      if (!part) { this.isPlaying = false; break; }
      output[index] = part[this.at];
      this.at += 1;
      if (this.at === part.length) { this.parts.shift(); this.at = 0; }
    }
    return true;
  }
});`;
