//! The patient's two sides.

/// The patient's right or left side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Right,
    Left,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
        }
    }
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BothSides<T> {
    pub right: T,
    pub left: T,
}

impl<T> BothSides<T> {
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::Right => &self.right,
            Side::Left => &self.left,
        }
    }

    pub fn map<U>(self, f: impl Fn(T) -> U) -> BothSides<U> {
        BothSides { right: f(self.right), left: f(self.left) }
    }
}

impl<T: Clone> BothSides<T> {
    pub fn same(value: T) -> Self {
        Self { right: value.clone(), left: value }
    }
}
