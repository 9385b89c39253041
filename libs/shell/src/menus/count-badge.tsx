export function CountBadge({ count }: { count: number }) {
  return count > 0 ? <span className="count">{count > 99 ? '99+' : count}</span> : null;
}
