/*
 * A menu on the browser's popover API: it is in the top layer, closes on Escape and on a click outside, and restores
 * the focus. Radix's menu would add 28 KB to every page.
 */
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { itemByKey } from './arrow-keys.ts';
import { Slot } from './slot.tsx';

type TriggerProps = Pick<
  ComponentProps<'button'>,
  'id' | 'ref' | 'popoverTarget' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onKeyDown'
>;

type DropdownMenuProps = {
  /** The button; spread the given props onto it. */
  trigger: (props: TriggerProps) => ReactNode;
  /** `MenuItem`s, groups, labels and separators. */
  children: ReactNode;
};

const MenuContext = createContext<() => void>(() => undefined);

const GAP_PX = 4;
const MARGIN_PX = 8;

export function DropdownMenu({ trigger, children }: DropdownMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  // The menu is fixed in the window, so scrolling would separate it from its button.
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (event.target !== menu.current) menu.current?.hidePopover();
    };
    addEventListener('scroll', close, { capture: true, passive: true });
    addEventListener('resize', close);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('resize', close);
    };
  }, [open]);

  const items = () => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? []),
  ];

  const close = () => {
    menu.current?.hidePopover();
    button.current?.focus();
  };

  const onBeforeToggle = (event: ToggleEvent<HTMLElement>) => {
    if (event.newState === 'open' && button.current) placeBeside(button.current, event.currentTarget);
  };

  const onToggle = (event: ToggleEvent<HTMLElement>) => {
    const isOpen = event.newState === 'open';
    setOpen(isOpen);
    if (!isOpen) return;
    // With a pointer no item is highlighted until hover.
    const first = button.current?.matches(':focus-visible') ? items()[0] : undefined;
    (first ?? event.currentTarget).focus();
  };

  const onMenuKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      close();
      return;
    }
    const next = itemByKey(event, items(), 'vertical') ?? itemByFirstLetter(event, items());
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const onTriggerKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    menu.current?.showPopover();
  };

  return (
    <>
      {trigger({
        id: `${id}-button`,
        ref: button,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onKeyDown: onTriggerKeyDown,
      })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={onMenuKeyDown}
        className={clsx(
          'fixed inset-auto m-0 min-w-52 overflow-y-auto rounded-lg border border-hairline bg-surface p-1 text-base text-ink',
          'text-left font-normal shadow-float open:animate-fade-in focus-visible:outline-none print:hidden',
        )}
      >
        <MenuContext value={close}>{children}</MenuContext>
      </div>
    </>
  );
}

/** Opens below the button or, if there is more room, above it; aligned to the side with more room. */
function placeBeside(button: HTMLElement, menu: HTMLElement) {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const roomBelow = clientHeight - bottom;
  const isBelow = roomBelow > clientHeight / 2 || roomBelow > top;
  const isTowardsRight = clientWidth - left > right;
  const px = (value: number) => `${Math.round(value)}px`;
  menu.style.top = isBelow ? px(bottom + GAP_PX) : 'auto';
  menu.style.bottom = isBelow ? 'auto' : px(clientHeight - top + GAP_PX);
  menu.style.left = isTowardsRight ? px(Math.max(MARGIN_PX, left)) : 'auto';
  menu.style.right = isTowardsRight ? 'auto' : px(Math.max(MARGIN_PX, clientWidth - right));
  menu.style.maxWidth = px((isTowardsRight ? clientWidth - left : right) - MARGIN_PX);
  menu.style.maxHeight = px((isBelow ? roomBelow : top) - GAP_PX - MARGIN_PX);
}

function itemByFirstLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: HTMLElement[]) {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const index = items.findIndex((item) => item.matches(':focus'));
  return [...items.slice(index + 1), ...items.slice(0, index + 1)].find((item) =>
    item.textContent?.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()),
  );
}

const ITEM = clsx(
  'flex min-h-10 w-full select-none items-center gap-3 rounded-md px-3 py-2 text-left pointer-coarse:min-h-11',
  'focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50',
  '[&_svg]:size-5 [&_svg]:shrink-0',
);

type MenuItemProps = Omit<ComponentProps<'button'>, 'onClick' | 'role'> & {
  /** Called when the menu has closed and the focus is back on its button. */
  onSelect?: () => void;
  tone?: 'default' | 'destructive';
  /** The only child, for example a router's link, becomes the item. */
  asChild?: boolean;
};

export function MenuItem({ onSelect, tone = 'default', asChild, className, ...props }: MenuItemProps) {
  const close = use(MenuContext);
  const Component = asChild ? Slot : 'button';
  return (
    <Component
      {...(asChild ? {} : { type: 'button' })}
      {...props}
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close();
        onSelect?.();
      }}
      className={clsx(
        ITEM,
        tone === 'destructive'
          ? 'text-destructive-text not-disabled:hover:bg-destructive-soft not-disabled:focus:bg-destructive-soft'
          : 'not-disabled:hover:bg-sunken not-disabled:focus:bg-sunken',
        className,
      )}
    />
  );
}

type MenuRadioGroupProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; lang?: string }[];
};

/** One of several choices, such as the language or the theme. */
export function MenuRadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuRadioGroupProps<Value>) {
  const close = use(MenuContext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a menu.
    <div role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          lang={option.lang}
          tabIndex={-1}
          onClick={() => {
            close();
            onValueChange(option.value);
          }}
          className={clsx(ITEM, 'hover:bg-sunken focus:bg-sunken')}
        >
          <span className="flex min-w-0 flex-1 items-center gap-3">{option.label}</span>
          {option.value === value && <Check aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}

/** A line that is not an action: a name or a group's title. */
export function MenuLabel({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('px-3 py-2 text-ink-muted text-sm', className)}>{children}</div>;
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 border-hairline" />;
}
