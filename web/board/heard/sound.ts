// Sounds made on the spot: wood on wood, a fall, a bell. No files.
import type { SoundKind } from "../space/motion";

let context: AudioContext | null = null;

/** Browsers let a page sound only after somebody has touched it: until then all is silent. */
function ready(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  if (!context) {
    if (!navigator.userActivation?.hasBeenActive) return null;
    context = new AudioContext();
  }
  if (context.state === "suspended") void context.resume();
  return context;
}

function tone(audio: AudioContext, hertz: number, seconds: number, volume: number, wait = 0): void {
  const [from, wave, gain] = [audio.currentTime + wait, audio.createOscillator(),
    audio.createGain()];
  wave.frequency.setValueAtTime(hertz, from);
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(volume, from + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  wave.connect(gain).connect(audio.destination);
  wave.start(from);
  wave.stop(from + seconds);
}

/** A short burst of noise through a filter: the knock itself. */
function knock(audio: AudioContext, hertz: number, seconds: number, volume: number): void {
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1)
    samples[i] = (Math.random() * 2 - 1) * Math.exp((-6 * i) / length);
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(),
    audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

export function playSound(kind: SoundKind): void {
  const audio = ready();
  if (!audio) return;
  // No two knocks of a real die are quite the same.
  const drift = 0.94 + 0.12 * Math.random();
  if (kind === "tilt") {
    knock(audio, 1500 * drift, 0.05, 0.5);
    tone(audio, 240 * drift, 0.06, 0.12);
  } else if (kind === "land") {
    knock(audio, 950 * drift, 0.08, 0.7);
    tone(audio, 150 * drift, 0.1, 0.2);
  } else if (kind === "slide") {
    knock(audio, 700 * drift, 0.1, 0.35);
  } else if (kind === "fall") {
    knock(audio, 500 * drift, 0.16, 0.7);
    tone(audio, 95 * drift, 0.22, 0.25);
  } else if (kind === "check") {
    tone(audio, 880, 0.35, 0.09);
    tone(audio, 660, 0.4, 0.08, 0.12);
  } else {
    [523, 659, 784, 1047].forEach((hertz, i) => tone(audio, hertz, 0.5, 0.07, i * 0.09));
  }
}
