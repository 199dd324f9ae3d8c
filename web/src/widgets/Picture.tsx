import { Image } from "antd";
import "./picture.css";
import { useRefusal } from "./useRefusal";

interface Props {
  src: string;
  alt: string;
  width: number;
  height?: number;
}

/** A stored picture. One that the server keeps back says why in its place. */
export function Picture({ src, alt, width, height }: Props) {
  const [why, onError] = useRefusal(src);
  if (why !== undefined)
    return (
      <p className="picture-refused" role="alert" style={{ width, minHeight: height }}>
        {why}
      </p>
    );
  const size = height === undefined ? { width } : { width, height };
  return <Image src={src} alt={alt} {...size} onError={onError} />;
}
