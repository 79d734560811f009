// Pages opened as files may not start workers, and the search of this site runs in one.
// There, a hidden frame stands in for it: same script, same messages.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...scripts) => scripts.reduce(
        (before, next) => before.then(() => this.load(next)), Promise.resolve());
      this.load(script).then(() => this.deliver());
    }

    load(script) {
      const tag = this.frame.contentDocument.createElement("script");
      tag.src = script;
      return new Promise((done, failed) => {
        tag.onload = done;
        tag.onerror = failed;
        this.frame.contentDocument.head.append(tag);
      });
    }

    deliver() {
      const inside = this.frame.contentWindow;
      this.postMessage = (data) =>
        inside.dispatchEvent(new inside.MessageEvent("message", { data }));
      this.waiting.forEach((data) => this.postMessage(data));
    }

    postMessage(data) {
      this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
