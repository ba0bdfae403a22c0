from sfumato.detect.patterns import Row
ROWS: tuple[Row, ...] = ()
