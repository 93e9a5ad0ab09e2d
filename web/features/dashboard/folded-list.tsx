import { type ReactElement, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Button } from '#web/ui/button.tsx';

/** `children` are its items; `shown` of them stand before "show all". */
type FoldedListProps = { label: string; shown: number; children: ReactElement[] };

/** A list that is collapsed while it is long. */
export function FoldedList({ label, shown, children }: FoldedListProps) {
  const { t } = useTranslation('dashboard');
  const { formatCount } = useBoardFormat();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = children.length > shown + 1;
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-2">
        {isLong && !isOpen ? children.slice(0, shown) : children}
      </ul>
      {isLong && (
        <Button
          variant="ghost"
          className="-my-2 -ml-4 self-start"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('admin.showFewer') : t('admin.showAll', { total: formatCount(children.length) })}
        </Button>
      )}
    </>
  );
}
