import { type ReactNode, useEffect, useRef, useState } from 'react';

interface LazyProps {
  /** Drawn at once rather than when it comes near. */
  readonly eager: boolean;
  /** A guess of the height, in lines, so that the scroll bar tells the truth. */
  readonly lines: number;
  readonly children: ReactNode;
}

/** Draws its content when it comes near the part on screen, and keeps it from then on. */
export function Lazy({ eager, lines, children }: LazyProps): ReactNode {
  const element = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(eager);
  useEffect(() => {
    const place = element.current;
    if (near || place === null) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '800px' },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [near]);
  if (near) return children;
  return <span ref={element} style={{ display: 'block', height: `${lines * 1.45}em` }} />;
}
