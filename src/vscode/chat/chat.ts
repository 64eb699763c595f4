import type * as vscode from 'vscode';
import { Attention, type AttentionOptions } from './attention';
import { PaintWatch, type PaintWatchOptions } from './paintWatch';
import { Places, type PlacesOptions } from './places';

interface ChatOptions extends Pick<AttentionOptions, 'review' | 'onWaiting'>, Omit<PaintWatchOptions, 'isVisible'> {
  readonly places: PlacesOptions;
}

/** The chat of this window: where it is on screen, and how a person learns that something waits in it. */
export class Chat implements vscode.Disposable {
  readonly places: Places;
  readonly paint: PaintWatch;
  readonly attention: Attention;

  constructor({ places: options, review, onWaiting, confirm, agentOf, log }: ChatOptions) {
    const places = new Places(options);
    const isVisible = (): boolean => places.visible;
    const paint = new PaintWatch({ isVisible, confirm, agentOf, log });
    places.onShown(() => paint.shown());
    this.places = places;
    this.paint = paint;
    this.attention = new Attention({
      isVisible,
      review,
      paint,
      agentOf,
      ring: () => places.ring(),
      onWaiting(count) {
        places.badge(count);
        onWaiting(count);
      },
    });
  }

  dispose(): void {
    this.places.dispose();
    this.paint.dispose();
    this.attention.dispose();
  }
}
