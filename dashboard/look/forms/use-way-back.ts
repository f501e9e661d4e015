import { useEffect } from 'react';

/** Of a dialog that is there only while it is open: whoever closes it is back at what opened it. */
export const useWayBack = (): void => {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
};
