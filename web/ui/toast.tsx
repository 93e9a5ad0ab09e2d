import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ShownToast, ToastRegionProps } from './toast-region.tsx';

type ToastTone = 'default' | 'success' | 'destructive';
export type ToastMessage = { title: ReactNode; description?: ReactNode; tone?: ToastTone };
type ShowToast = (message: ToastMessage) => void;

const loadRegion = () => import('./toast-region.tsx');
const ToastRegion = lazy<ComponentType<ToastRegionProps>>(async () => {
  try {
    return { default: (await loadRegion()).ToastRegion };
  } catch {
    // Without a connection the app has to stand all the same.
    return { default: () => null };
  }
});

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a message for five seconds; it replaces the one before. */
export function useToast(): { toast: ShowToast } {
  const toast = use(ToastContext);
  if (!toast) throw new Error('useToast must be used within a ToastProvider');
  return { toast };
}

type ToastProviderProps = {
  /** Said before each message by screen readers: "Notification". */
  label: string;
  /** The name of the region; `{hotkey}` becomes F8, which moves the focus there. */
  regionLabel: string;
  closeLabel: string;
  children: ReactNode;
};

export function ToastProvider({ label, regionLabel, closeLabel, children }: ToastProviderProps) {
  const [shown, setShown] = useState<ShownToast>();
  const lastId = useRef(0);
  const toast = useCallback((message: ToastMessage) => {
    lastId.current += 1;
    setShown({ ...message, id: lastId.current, open: true });
  }, []);

  // Radix's toast weighs 10 KB. It loads at the first touch or key, well before there is anything to say: a message
  // about a lost connection could not load it any more.
  useEffect(() => {
    const load = () => void loadRegion().catch(() => undefined);
    const options = { once: true, passive: true };
    addEventListener('pointerdown', load, options);
    addEventListener('keydown', load, options);
    return () => {
      removeEventListener('pointerdown', load);
      removeEventListener('keydown', load);
    };
  }, []);

  return (
    <ToastContext value={toast}>
      {children}
      {shown && (
        <Suspense>
          <ToastRegion
            shown={shown}
            label={label}
            regionLabel={regionLabel}
            closeLabel={closeLabel}
            onOpenChange={(id, open) =>
              setShown((current) => (current?.id === id ? { ...current, open } : current))
            }
          />
        </Suspense>
      )}
    </ToastContext>
  );
}
