import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { itemByKey } from './arrow-keys.ts';

type TabsProps<Value extends string> = {
  /** The label of the tabs for screen readers. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode }[];
  className?: string;
  /** The panel of the chosen tab. */
  children: ReactNode;
};

/** Controlled, so that the tab can be kept in the URL. Long labels wrap; what then does not fit scrolls sideways. */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  className,
  children,
}: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is chosen.
  useEffect(() => {
    const { current } = list;
    const chosen = current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (current && chosen)
      current.scrollLeft = chosen.offsetLeft - (current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const next = itemByKey(event, buttons, 'horizontal');
    const tab = next && tabs[buttons.indexOf(next)];
    if (!tab) return;
    event.preventDefault();
    next.focus();
    onValueChange(tab.value);
  };
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="relative flex gap-1 overflow-x-auto overflow-y-hidden border-hairline border-b [scrollbar-width:none] print:hidden"
      >
        {tabs.map((tab) => {
          const isActive = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isActive}
              aria-controls={isActive ? `${id}-panel` : undefined}
              tabIndex={isActive ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              className={clsx(
                'flex min-h-11 items-center gap-2 border-b-2 px-3 text-center font-medium leading-tight',
                'transition-colors duration-150 focus-visible:-outline-offset-2',
                isActive ? 'border-ink text-ink' : 'border-transparent text-ink-muted hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-4 sm:pt-6">
        {children}
      </div>
    </div>
  );
}
