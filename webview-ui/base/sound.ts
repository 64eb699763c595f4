/** A sound that could not begin by then is dropped: later it would tell of something that is long decided. */
const beginWithinMs = 2000;
const seconds = 0.32;
const loudness = 0.06;

/** Two short, quiet tones, made here and loaded from nowhere. */
export async function playSound(): Promise<void> {
  const audio = new AudioContext();
  // A page in which nobody has pressed anything yet may make no sound, and is not told when it may.
  const late = new Promise(done => setTimeout(done, beginWithinMs));
  if (audio.state !== 'running') await Promise.race([audio.resume(), late]);
  if (audio.state !== 'running') {
    await audio.close();
    return;
  }
  const start = audio.currentTime;
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.linearRampToValueAtTime(loudness, start + 0.02);
  volume.gain.linearRampToValueAtTime(0, start + seconds);
  const tone = new OscillatorNode(audio, { type: 'sine', frequency: 660 });
  tone.frequency.setValueAtTime(880, start + seconds / 3);
  tone.connect(volume).connect(audio.destination);
  tone.addEventListener('ended', () => void audio.close());
  tone.start(start);
  tone.stop(start + seconds);
}
