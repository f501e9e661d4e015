;; Scaling of pictures, sixteen bytes at a time. `npm run generate` makes scale-kernel.ts of it; scale.ts calls it.
(module
  (memory (export "memory") 16)

  ;; Averages two by two. Reads and writes whole sixteens, so lines may be written over by up to fifteen bytes.
  (func (export "halve")
    (param $source i32) (param $stride i32) (param $target i32) (param $target_stride i32)
    (param $width i32) (param $height i32)
    (local $row i32) (local $at i32) (local $above i32) (local $below i32)
    (loop $rows
      (local.set $above (i32.add (local.get $source) (i32.mul (i32.shl (local.get $row) (i32.const 1)) (local.get $stride))))
      (local.set $below (i32.add (local.get $above) (local.get $stride)))
      (local.set $at (i32.const 0))
      (loop $places
        (v128.store
          (i32.add (i32.add (local.get $target) (i32.mul (local.get $row) (local.get $target_stride))) (local.get $at))
          (i8x16.narrow_i16x8_u
            (i16x8.shr_u
              (i16x8.add
                (i16x8.add
                  (i16x8.extadd_pairwise_i8x16_u (v128.load (local.get $above)))
                  (i16x8.extadd_pairwise_i8x16_u (v128.load (local.get $below))))
                (i16x8.splat (i32.const 2)))
              (i32.const 2))
            (i16x8.shr_u
              (i16x8.add
                (i16x8.add
                  (i16x8.extadd_pairwise_i8x16_u (v128.load offset=16 (local.get $above)))
                  (i16x8.extadd_pairwise_i8x16_u (v128.load offset=16 (local.get $below))))
                (i16x8.splat (i32.const 2)))
              (i32.const 2))))
        (local.set $above (i32.add (local.get $above) (i32.const 32)))
        (local.set $below (i32.add (local.get $below) (i32.const 32)))
        (br_if $places
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $width))))
      (br_if $rows
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $height)))))

  ;; The mean of the nearest four. Two lines of the source are blended into $line first, which is stretched then.
  ;; $rows: for each line of the target the line above it, in the low byte how near the next one is, in 128ths.
  ;; $blocks: for each eight places of the target, in 48 bytes: where to read the line; which of the sixteen bytes read
  ;; there lie left (eight) and right (eight) of the places; how near the right ones are (eight of two bytes).
  (func (export "stretch")
    (param $source i32) (param $stride i32) (param $width i32) (param $last_row i32) (param $line i32)
    (param $rows i32) (param $blocks i32) (param $blocks_end i32)
    (param $target i32) (param $target_stride i32) (param $height i32)
    (local $row i32) (local $above i32) (local $below i32) (local $near i32) (local $at i32)
    (local $block i32) (local $out i32) (local $pixels v128) (local $left v128) (local $far_by v128) (local $near_by v128)
    (loop $lines
      (local.set $near (i32.load (i32.add (local.get $rows) (i32.shl (local.get $row) (i32.const 2)))))
      (local.set $at (i32.shr_u (local.get $near) (i32.const 8)))
      (local.set $near (i32.and (local.get $near) (i32.const 255)))
      (local.set $above (i32.add (local.get $source) (i32.mul (local.get $at) (local.get $stride))))
      (local.set $below
        (select
          (i32.add (local.get $above) (local.get $stride))
          (local.get $above)
          (i32.lt_u (local.get $at) (local.get $last_row))))
      (local.set $near_by (i16x8.splat (local.get $near)))
      (local.set $far_by (i16x8.splat (i32.sub (i32.const 128) (local.get $near))))
      (local.set $at (i32.const 0))
      (loop $places
        (v128.store (i32.add (local.get $line) (local.get $at))
          (i8x16.narrow_i16x8_u
            (i16x8.shr_u
              (i16x8.add
                (i16x8.add
                  (i16x8.mul (i16x8.extend_low_i8x16_u (v128.load (i32.add (local.get $above) (local.get $at)))) (local.get $far_by))
                  (i16x8.mul (i16x8.extend_low_i8x16_u (v128.load (i32.add (local.get $below) (local.get $at)))) (local.get $near_by)))
                (i16x8.splat (i32.const 64)))
              (i32.const 7))
            (i16x8.shr_u
              (i16x8.add
                (i16x8.add
                  (i16x8.mul (i16x8.extend_high_i8x16_u (v128.load (i32.add (local.get $above) (local.get $at)))) (local.get $far_by))
                  (i16x8.mul (i16x8.extend_high_i8x16_u (v128.load (i32.add (local.get $below) (local.get $at)))) (local.get $near_by)))
                (i16x8.splat (i32.const 64)))
              (i32.const 7))))
        (br_if $places
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $width))))
      (i32.store8
        (i32.add (local.get $line) (local.get $width))
        (i32.load8_u (i32.sub (i32.add (local.get $line) (local.get $width)) (i32.const 1))))
      (local.set $block (local.get $blocks))
      (local.set $out (i32.add (local.get $target) (i32.mul (local.get $row) (local.get $target_stride))))
      (loop $eights
        (local.set $pixels
          (i8x16.swizzle
            (v128.load (i32.add (local.get $line) (i32.load (local.get $block))))
            (v128.load offset=16 (local.get $block))))
        (local.set $left (i16x8.extend_low_i8x16_u (local.get $pixels)))
        (local.set $pixels
          (i16x8.shr_u
            (i16x8.add
              (i16x8.add
                (i16x8.shl (local.get $left) (i32.const 7))
                (i16x8.mul
                  (i16x8.sub (i16x8.extend_high_i8x16_u (local.get $pixels)) (local.get $left))
                  (v128.load offset=32 (local.get $block))))
              (i16x8.splat (i32.const 64)))
            (i32.const 7)))
        (v128.store64_lane 0 (local.get $out)
          (i8x16.narrow_i16x8_u (local.get $pixels) (local.get $pixels)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br_if $eights
          (i32.lt_u (local.tee $block (i32.add (local.get $block) (i32.const 48))) (local.get $blocks_end))))
      (br_if $lines
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $height))))))
