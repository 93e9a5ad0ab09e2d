import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ShownToast, ToastMessage, ToastRegionProps } from './toast-region.tsx';

type ShowToast = (message: ToastMessage) => void;

const loadRegion = () => import('./toast-region.tsx');

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a message for five seconds; it replaces the previous one. */
export function useToast(): { toast: ShowToast } {
  const toast = use(ToastContext);
  if (!toast) throw new Error('useToast must be used within a ToastProvider');
  return { toast };
}

type ToastProviderProps = {
  /** Announced before each message by screen readers: "Notification". */
  label: string;
  /** The label of the region; `{hotkey}` becomes F8, which moves the focus there. */
  regionLabel: string;
  closeLabel: string;
  children: ReactNode;
};

export function ToastProvider({ label, regionLabel, closeLabel, children }: ToastProviderProps) {
  const [shown, setShown] = useState<ShownToast>();
  const lastId = useRef(0);
  const [Region, setRegion] = useState<ComponentType<ToastRegionProps>>();
  // The app must still work if this code cannot be loaded; the next message tries again.
  const load = useCallback(() => {
    loadRegion().then(
      ({ ToastRegion }) => setRegion(() => ToastRegion),
      () => undefined,
    );
  }, []);
  const toast = useCallback(
    (message: ToastMessage) => {
      lastId.current += 1;
      setShown({ ...message, id: lastId.current, open: true });
      load();
    },
    [load],
  );

  // Radix's toast weighs 10 KB. It loads on the first touch or key press, before any message: a message about a lost
  // connection could not load it.
  useEffect(() => {
    const options = { once: true, passive: true };
    addEventListener('pointerdown', load, options);
    addEventListener('keydown', load, options);
    return () => {
      removeEventListener('pointerdown', load);
      removeEventListener('keydown', load);
    };
  }, [load]);

  return (
    <ToastContext value={toast}>
      {children}
      {shown && Region && (
        <Region
          shown={shown}
          label={label}
          regionLabel={regionLabel}
          closeLabel={closeLabel}
          onOpenChange={(id, open) =>
            setShown((current) => (current?.id === id ? { ...current, open } : current))
          }
        />
      )}
    </ToastContext>
  );
}
