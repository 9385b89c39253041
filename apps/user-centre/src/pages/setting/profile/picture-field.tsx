import { Button } from '@cme/ui';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { profileWords as words } from '../../../components/profile.words.ts';
import { centred, type Crop, drawSquare } from './crop-picture.ts';
import css from './profile-view.module.css';

interface Props {
  /** A data URL; empty without a picture. */
  value: string;
  error: React.ReactNode;
  onChange: (picture: string) => void;
}

/** The user's picture: chosen from a file and cut to a square before it leaves the device. */
export function PictureField({ value, error, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => () => picture?.close(), [picture]);
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again.
    currentTarget.value = '';
    if (!file) return;
    try {
      const opened = await createImageBitmap(file);
      setPicture(opened);
      setUnreadable(false);
      onChange(drawSquare(opened, centred));
    } catch {
      setUnreadable(true);
    }
  };
  const remove = () => {
    setPicture(undefined);
    onChange('');
    input.current?.focus();
  };
  const failure = isUnreadable ? words.pictureUnreadable : error;
  return (
    <div className={css.picture} role="group" aria-label={words.picture}>
      {value ? (
        <img src={value} alt={words.picture} width={128} height={128} />
      ) : (
        <span className={css.noPicture} aria-hidden="true" />
      )}
      <div className={css.pictureActions}>
        <label className={css.choose}>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png"
            aria-describedby={`${id}-hint`}
            onChange={(event) => void choose(event)}
          />
          <span>{value ? words.changePicture : words.choosePicture}</span>
        </label>
        {value ? (
          <Button variant="default" onClick={remove}>
            {words.removePicture}
          </Button>
        ) : null}
        <p id={`${id}-hint`} className={css.hint}>
          {words.pictureHint}
        </p>
        {failure ? <p role="alert">{failure}</p> : null}
      </div>
      {picture ? (
        <CropFields onCrop={(crop) => onChange(drawSquare(picture, crop))} key={id} />
      ) : null}
    </div>
  );
}

const names = { zoom: words.zoom, left: words.leftRight, top: words.upDown } as const;

/** Sliders, so that no dragging is needed. */
function CropFields({ onCrop }: { onCrop: (crop: Crop) => void }) {
  const [crop, setCrop] = useState(centred);
  const move = (part: keyof Crop, value: string) => {
    const next = { ...crop, [part]: Number(value) };
    setCrop(next);
    onCrop(next);
  };
  return (
    <fieldset className={css.crop}>
      <legend>{words.crop}</legend>
      {(Object.keys(names) as (keyof Crop)[]).map((part) => (
        <label key={part}>
          <span>{names[part]}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.02}
            value={crop[part]}
            onChange={(event) => move(part, event.currentTarget.value)}
          />
        </label>
      ))}
    </fieldset>
  );
}
