// The engine's protocol in this worker: lines are handed to Python, and a search goes on in steps,
// between which new lines are heard.
import type { PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";

/** What Python gives (`eckstein.engine.protocol.Protocol`). */
interface Protocol extends PyProxy {
  obey(line: string): void;
  step(): boolean;
  end(): void;
}

/** A running engine. */
export interface Thinker {
  /** Hear a command. */
  hear(line: string): void;
  /** End what it does, and give back what it holds. */
  end(): void;
}

/** Resolves when the messages that have come by now have been heard. */
function others(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Start an engine.
 *
 * @param python with Eckstein unpacked.
 * @param say is told each line of its answers.
 * @param failed is told why it cannot go on.
 */
export function think(python: PyodideAPI, say: (line: string) => void,
                      failed: (error: unknown) => void): Thinker {
  const protocol: Protocol = python.pyimport("eckstein.browser.engine").begin(say);
  let going = false;
  async function go(): Promise<void> {
    if (going) return;
    going = true;
    while (protocol.step()) await others();
    going = false;
  }
  return {
    hear(line) {
      try {
        protocol.obey(line);
      } catch (error) {
        failed(error);
        return;
      }
      go().catch(failed);
    },
    end() {
      protocol.end();
      protocol.destroy();
    },
  };
}
