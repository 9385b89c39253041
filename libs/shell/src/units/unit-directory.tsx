import type { AreaNode } from '@cme/contract/site';
import type { UnitChoice } from '@cme/contract/person';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { EmptyState, ErrorState, RowSkeletons } from '@cme/ui';
import { Modal, modalWidth } from '@cme/ui/forms';
import css from './unit-directory.module.css';
import { groupBranches, findPath, type UnitBranch } from './unit-directory.rules.ts';
import { areasQuery, unitTreeQuery } from './unit.queries.ts';

const words = {
  title: '按地区选择单位',
  close: '关闭',
  all: '全部地区',
  path: '已选地区',
  areas: '下级地区',
  units: '单位',
  pickCity: '请选择地区',
  none: '该地区还没有登记的单位，可返回上级地区，或直接填写单位全称',
  more: '该地区单位较多，仅列出一部分，请选择下级地区',
  found: (count: number) => `共 ${count} 个单位`,
};

interface Props {
  /** The initially selected area; empty for the whole country. */
  areaId: string;
  onChoose(unit: UnitChoice): void;
  onClose(): void;
}

/** Browses units by area, starting from the provinces, and each unit's sub-units. */
export function UnitDirectory({ areaId, onChoose, onClose }: Props) {
  const tree = useQuery(areasQuery());
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size={modalWidth}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {tree.data ? <Browser tree={tree.data} areaId={areaId} onChoose={onChoose} /> : null}
      {!tree.data && tree.error && !tree.isFetching ? (
        <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
      ) : null}
      {!tree.data && (!tree.error || tree.isFetching) ? <RowSkeletons count={4} /> : null}
    </Modal>
  );
}

interface BrowserProps {
  tree: readonly AreaNode[];
  areaId: string;
  onChoose(unit: UnitChoice): void;
}

function Browser({ tree, areaId, onChoose }: BrowserProps) {
  const [code, setCode] = useState(areaId);
  const path = findPath(tree, code);
  const currentArea = path.at(-1);
  const children = currentArea ? (currentArea.children ?? []) : tree;
  const current = useRef<HTMLSpanElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // The pressed element is gone, so the focus moves to the current heading.
    if (!isFirst.current) current.current?.focus();
    isFirst.current = false;
  }, [code]);
  return (
    <div className={css.browser}>
      <nav aria-label={words.path} className={css.path}>
        {[undefined, ...path].map((node) =>
          node === currentArea ? (
            <span key={node?.value ?? ''} ref={current} tabIndex={-1} aria-current="true">
              {node?.label ?? words.all}
            </span>
          ) : (
            <button
              key={node?.value ?? ''}
              type="button"
              onClick={() => setCode(node?.value ?? '')}
            >
              {node?.label ?? words.all}
            </button>
          ),
        )}
      </nav>
      {children.length > 0 ? (
        <ul aria-label={words.areas} className={css.areas}>
          {children.map(({ label, value }) => (
            <li key={value}>
              <button type="button" onClick={() => setCode(value)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {currentArea && (path.length > 1 || children.length === 0) ? (
        <Units area={currentArea.value} hasBelow={children.length > 0} onChoose={onChoose} />
      ) : (
        <p className={css.quiet}>{words.pickCity}</p>
      )}
    </div>
  );
}

interface UnitsProps {
  area: string;
  hasBelow: boolean;
  onChoose(unit: UnitChoice): void;
}

function Units({ area, hasBelow, onChoose }: UnitsProps) {
  const { data, error, isFetching, refetch } = useQuery(unitTreeQuery(area));
  if (!data && error && !isFetching)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeletons count={4} />;
  if (data.list.length === 0) return <EmptyState text={words.none} />;
  return (
    <>
      <p role="status" className={css.quiet}>
        {data.more === 'Y' && hasBelow ? words.more : words.found(data.list.length)}
      </p>
      <Branches branches={groupBranches(data.list)} label={words.units} onChoose={onChoose} />
    </>
  );
}

interface BranchesProps {
  branches: readonly UnitBranch[];
  label: string;
  onChoose(unit: UnitChoice): void;
}

function Branches({ branches, label, onChoose }: BranchesProps) {
  return (
    <ul aria-label={label} className={css.units}>
      {branches.map(({ unit, below }) => (
        <li key={unit.unit_id}>
          <button type="button" onClick={() => onChoose(unit)}>
            <span>{unit.name}</span>
            <small>{unit.level_name}</small>
          </button>
          {below.length > 0 ? (
            <Branches branches={below} label={unit.name} onChoose={onChoose} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
