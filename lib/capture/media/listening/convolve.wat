;; Sums of products of sound, sixteen samples at a time. `npm run generate` makes convolve-kernel.ts of it; convolve.ts calls it.
(module
  (memory (export "memory") 1)

  ;; For each of $count outputs the sum of $bytes / 4 samples times weights; each output begins $step bytes after the one
  ;; before. $bytes is a multiple of 64.
  (func (export "convolve")
    (param $samples i32) (param $step i32) (param $weights i32) (param $bytes i32) (param $target i32) (param $count i32)
    (local $at i32) (local $end i32) (local $one i32) (local $other i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $weights) (local.get $bytes)))
    (block $done
      (loop $outputs
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $one (local.get $samples))
        (local.set $other (local.get $weights))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (loop $taps
          (local.set $a
            (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $one)) (v128.load (local.get $other)))))
          (local.set $b
            (f32x4.add (local.get $b)
              (f32x4.mul (v128.load offset=16 (local.get $one)) (v128.load offset=16 (local.get $other)))))
          (local.set $c
            (f32x4.add (local.get $c)
              (f32x4.mul (v128.load offset=32 (local.get $one)) (v128.load offset=32 (local.get $other)))))
          (local.set $d
            (f32x4.add (local.get $d)
              (f32x4.mul (v128.load offset=48 (local.get $one)) (v128.load offset=48 (local.get $other)))))
          (local.set $one (i32.add (local.get $one) (i32.const 64)))
          (br_if $taps
            (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 64))) (local.get $end))))
        (local.set $a
          (f32x4.add (f32x4.add (local.get $a) (local.get $b)) (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $target)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $samples (i32.add (local.get $samples) (local.get $step)))
        (local.set $target (i32.add (local.get $target) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $outputs)))))
