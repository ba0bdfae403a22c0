"""Network: the encoder that guesses hidden pieces first and tags tokens afterwards."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sfumato.detect.pieces import FLAGS, LOOKS


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a network."""

    vocabulary: int
    tags: int
    width: int = 384
    layers: int = 6
    heads: int = 6
    inner: int = 1536
    window: int = 256
    dropout: float = 0.1


# name: (width, layers, heads, inner)
SIZES = {
    "teacher": (512, 8, 8, 2048),
    "default": (384, 6, 6, 1536),
    "fast": (256, 3, 4, 1024),
    "small": (128, 3, 4, 512),
    "tiny": (64, 2, 2, 128),
}


class Block(nn.Module):
    """One layer: attention and a two-layer perceptron, each after a normalisation."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.before_attention = nn.LayerNorm(shape.width)
        self.mix = nn.Linear(shape.width, 3 * shape.width)
        self.join = nn.Linear(shape.width, shape.width)
        self.before_inner = nn.LayerNorm(shape.width)
        self.widen = nn.Linear(shape.width, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.width)
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        batch, length, width = x.shape
        parts = self.mix(self.before_attention(x)).view(
            batch, length, 3, self.heads, width // self.heads
        )
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        x = x + self.drop(self.join(seen.transpose(1, 2).reshape(batch, length, width)))
        return x + self.drop(self.narrow(F.relu(self.widen(self.before_inner(x)))))


class Network(nn.Module):
    """Pieces in, one vector a piece out, with a head for pieces and a head for tags."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.pieces = nn.Embedding(shape.vocabulary, shape.width)
        self.looks = nn.Embedding(LOOKS, shape.width)
        self.flags = nn.Embedding(FLAGS, shape.width)
        self.places = nn.Embedding(shape.window, shape.width)
        self.drop = nn.Dropout(shape.dropout)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.last = nn.LayerNorm(shape.width)
        self.tags = nn.Linear(shape.width, shape.tags)
        self.bias = nn.Parameter(torch.zeros(shape.vocabulary))
        for table in (self.pieces, self.looks, self.flags, self.places):
            nn.init.normal_(table.weight, std=0.05)
        for block in self.blocks:
            for part in (block.join, block.narrow):
                nn.init.normal_(part.weight, std=0.02 / (2 * shape.layers) ** 0.5)

    def forward(
        self, ids: Tensor, looks: Tensor, flags: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """The vectors; `mask` is true where a piece stands, for windows that are not full."""
        bits = (flags.unsqueeze(-1) >> torch.arange(FLAGS, device=flags.device)) & 1
        x = (
            self.pieces(ids)
            + self.looks(looks)
            + bits.to(self.flags.weight.dtype) @ self.flags.weight
        )
        x = self.drop(x + self.places.weight[: ids.shape[1]])
        allowed = None if mask is None else mask[:, None, None, :]
        for block in self.blocks:
            x = block(x, allowed)
        return self.last(x)

    def guess(self, vectors: Tensor) -> Tensor:
        """Scores of all pieces for each vector."""
        return vectors @ self.pieces.weight.T + self.bias


def optimisers(
    network: Network, rate: float, *, decay: float = 0.05
) -> list[torch.optim.Optimizer]:
    """Muon for the matrices of the blocks, AdamW for the rest."""
    matrices = [p for p in network.blocks.parameters() if p.ndim == 2]
    inside = {id(p) for p in matrices}
    rest = [p for p in network.parameters() if id(p) not in inside]
    muon = torch.optim.Muon(
        matrices, lr=rate, weight_decay=decay, momentum=0.95, adjust_lr_fn="match_rms_adamw"
    )
    return [muon, torch.optim.AdamW(rest, lr=rate, weight_decay=0.01, betas=(0.9, 0.98))]
