import { Spinner } from './spinner.tsx';

/** While a dialog's code is on its way; not for the fast ones. */
export function OpeningDialog({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-50 grid animate-[fade_150ms_150ms_both] place-items-center bg-scrim">
      <Spinner label={label} size="large" />
    </div>
  );
}
