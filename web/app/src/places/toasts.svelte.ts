// Short messages at the edge of the page, which go by themselves.

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
}

const STAYS = 5000;
let number = 0;

class Toasts {
  shown: Toast[] = $state([]);

  tell(text: string, kind: Toast["kind"] = "info"): void {
    if (!text || this.shown.some((toast) => toast.text === text)) return;
    const toast = { id: ++number, text, kind };
    this.shown = [...this.shown, toast].slice(-3);
    setTimeout(() => this.drop(toast.id), kind === "error" ? 2 * STAYS : STAYS);
  }

  drop(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
